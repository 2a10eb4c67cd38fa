/** Where the platform sends people back to. In its own file, because a page reads it before it knows its language. */
export const CALLBACK_PATH = '/auth/callback'
