"""The rules of Bugs on Rugs: components, state, options and their effects."""
