/** The machine lacks what the fault needs; said in the table, and the run fails for it. */
export class CannotRun extends Error {}

/** What the fault is about is not installed; said in the table, and nothing fails for it. */
export class NotHere extends Error {}
