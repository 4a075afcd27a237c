"""The rules of Caterpillar Filler: components, state, options and their effects."""
