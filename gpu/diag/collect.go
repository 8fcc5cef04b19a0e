package diag
