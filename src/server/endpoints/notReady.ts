/** What an answer needs is being made, in small steps: wait for `ready`, and ask again. */
export class NotReady extends Error {
  constructor(readonly ready: Promise<unknown>) {
    super('The answer takes a while.');
  }
}
