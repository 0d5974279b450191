"""Market Days in plain Python, written from its rules as people read them, not from the engine.

The board has five rows of six squares: hill, river, town. Everybody begins with 5 coins and has 7 stalls. In turn one
lays a stall (town 3 coins, river 2, hill 1; it may have two neighbours at most), takes one of one's own off (1 coin
back), or passes. Once a round one may enter an income of 1 to 6, at any time in one's turn; up to two contracts are
entered as well, also after the end, each by one player only. A stall scores 1 for every rival's stall beside it when
it is laid. At the end of rounds 2, 4 and 6 who has the most stalls on hill and river has 3, in the town 5; all who
tie have them. A straight street of three or more of one's own stalls is worth its length as long as it stands. At the
end a contract kept is worth its points and one not kept costs them, and every three coins are a point. The game ends
after six rounds, or at the end of a round in which somebody has laid the last stall.
"""

from collections import Counter

LAND = ["hhhrrr", "hhtttr", "hrtttr", "hrrthh", "rrrhhh"]
PRICE = {"h": 1, "r": 2, "t": 3}
CONTRACTS = {
    "upland": ("h", 3, 4), "bank": ("r", 3, 4), "square": ("t", 3, 7),
    "corner": ("h", 2, 2), "quay": ("r", 2, 2), "hall": ("t", 2, 4),
}  # fmt: skip


class Markets:
    """One game."""

    def __init__(self, players):
        self.players = list(players)
        self.coins = dict.fromkeys(players, 5)
        self.stalls = {}
        self.contracts = {player: [] for player in players}
        self.banked = Counter()
        self.turn, self.round, self.has_income, self.over = 0, 1, set(), False

    def try_out(self, player, do, what=None):
        """Make a move where it is legal; whether it is."""
        if do == "contract":
            return self._contract(player, what)
        if self.over or player != self.players[self.turn]:
            return False
        ways = {"income": self._income, "build": self._build, "close": self._close, "pass": self._pass}
        return ways[do](player, what)

    def totals(self):
        """Every player's points as they stand."""
        return {player: self._total(player) for player in self.players}

    def _contract(self, player, what):
        mine = self.over or player == self.players[self.turn]
        taken = [one for listed in self.contracts.values() for one in listed]
        if not mine or what not in CONTRACTS or what in taken or len(self.contracts[player]) == 2:
            return False
        self.contracts[player].append(what)
        return True

    def _income(self, player, what):
        if player in self.has_income or not 1 <= what <= 6:
            return False
        self.has_income.add(player)
        self.coins[player] += what
        return True

    def _build(self, player, at):
        row, column = at
        price = PRICE[LAND[row][column]]
        beside = self._beside(at)
        own = sum(owner == player for owner in self.stalls.values())
        if at in self.stalls or own == 7 or price > self.coins[player] or len(beside) > 2:
            return False
        self.coins[player] -= price
        self.banked[player] += sum(owner != player for owner in beside)
        self.stalls[at] = player
        return self._next()

    def _close(self, player, at):
        if self.stalls.get(at) != player:
            return False
        del self.stalls[at]
        self.coins[player] += 1
        return self._next()

    def _pass(self, player, what):
        return self._next()

    def _beside(self, at):
        row, column = at
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [self.stalls[one] for one in near if one in self.stalls]

    def _next(self):
        self.turn += 1
        if self.turn == len(self.players):
            self.turn = 0
            self.has_income = set()
            if self.round % 2 == 0:
                self._majorities()
            laid = Counter(self.stalls.values())
            self.over = self.round == 6 or 7 in laid.values()
            self.round += 1
        return True

    def _majorities(self):
        for land, points in (("h", 3), ("r", 3), ("t", 5)):
            there = Counter(owner for (row, column), owner in self.stalls.items() if LAND[row][column] == land)
            for player, count in there.items():
                if count == max(there.values()):
                    self.banked[player] += points

    def _total(self, player):
        mine = {at for at, owner in self.stalls.items() if owner == player}
        total = self.banked[player] + self._streets(mine)
        if self.over:
            total += self.coins[player] // 3
            for name in self.contracts[player]:
                land, stalls, worth = CONTRACTS[name]
                kept = sum(LAND[row][column] == land for row, column in mine) >= stalls
                total += worth if kept else -worth
        return total

    def _streets(self, mine):
        lines = [[(row, column) for column in range(6)] for row in range(5)]
        lines += [[(row, column) for row in range(5)] for column in range(6)]
        total = 0
        for line in lines:
            length = 0
            for at in [*line, None]:
                if at in mine:
                    length += 1
                else:
                    total += length if length >= 3 else 0
                    length = 0
        return total
