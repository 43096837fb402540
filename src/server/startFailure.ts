/** The server cannot start for a reason the administrator can do something about; `message` says what. */
export class StartFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}
