"""The rules of the toy: state, options and their effects."""
