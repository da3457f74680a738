/** A reason not to start that the operator can mend; its message is all that they are shown. */
export class StartError extends Error {}
