"""The network side: protocols, rate limits, identity, assets and logging."""
