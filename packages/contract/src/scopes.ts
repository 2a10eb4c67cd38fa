/**
 * What an API key may read: boards of seasons and channels; listed events and public event pages; racers, games and
 * maps; events that the key's owner created or takes part in, as the owner may see them.
 */
export const SCOPES = ['read:boards', 'read:events', 'read:racers', 'read:own-events'] as const
export type Scope = (typeof SCOPES)[number]
