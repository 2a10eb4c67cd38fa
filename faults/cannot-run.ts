/** The machine lacks what the fault needs; said in the table, and the run fails for it. */
export class CannotRun extends Error {}
