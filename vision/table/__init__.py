"""The table as the camera sees it: the plane, sheets on it, mats and the turn puck."""
