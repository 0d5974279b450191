"""Boards, pieces and cards as PDFs, cut files and the parts manifest that describes them."""
