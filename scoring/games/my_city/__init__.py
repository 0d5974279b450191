"""My City (Reiner Knizia): the Eternal game and the campaign."""
