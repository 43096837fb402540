/**
 * - `refused`: an address that must not be asked
 * - `unreachable`: no connection, or one that broke off
 * - `silent`: a connection on which nothing came for too long
 * - `failing`: an answer that says that something went wrong at Google's
 * - `tooLarge`: more bytes than are read
 * - `unreadable`: an answer that is none
 */
export type TroubleKind = 'refused' | 'unreachable' | 'silent' | 'failing' | 'tooLarge' | 'unreadable';

/** Why Google could not be asked. Its message is for the log, never for people. */
export class GoogleTrouble extends Error {
  constructor(
    readonly kind: TroubleKind,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'GoogleTrouble';
  }
}
