"""Makes strategy trees."""
