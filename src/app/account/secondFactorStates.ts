/** What is done about two-step sign-in: turned on, turned off, given new recovery codes. */
export type Change = 'on' | 'off' | 'codes';

/** What an authenticator app is given, and the recovery codes that count with it. */
export interface SetUp {
  /** What the QR code says: `otpauth://totp/…`. */
  readonly uri: string;
  readonly codes: readonly string[];
}

/** A change of two-step sign-in: the password asked for, then perhaps the app set up, then the recovery codes shown. */
export type SecondFactor =
  | { readonly phase: 'resting' }
  /** `message`: what was wrong with the password that was given. */
  | { readonly phase: 'asking'; readonly change: Change; readonly message?: string }
  | { readonly phase: 'proving'; readonly change: Change }
  /** `message`: what was wrong with the code that was given. */
  | { readonly phase: 'settingUp'; readonly setUp: SetUp; readonly message?: string }
  | { readonly phase: 'confirming'; readonly setUp: SetUp }
  | { readonly phase: 'showing'; readonly codes: readonly string[] };

/** What can happen to it, with what comes along. */
export interface SecondFactorEvents {
  readonly changeAsked: { readonly change: Change };
  readonly proofGiven: { readonly password: string };
  readonly proofRefused: { readonly message: string };
  readonly setUpMade: SetUp;
  readonly appCodeGiven: { readonly code: string };
  readonly appCodeRefused: { readonly message: string };
  readonly codesMade: { readonly codes: readonly string[] };
  readonly turnedOff: void;
  readonly changeLeft: void;
  readonly codesKept: void;
}

/** Every event, in the order of the grid. */
export const secondFactorEvents = [
  'changeAsked',
  'proofGiven',
  'proofRefused',
  'setUpMade',
  'appCodeGiven',
  'appCodeRefused',
  'codesMade',
  'turnedOff',
  'changeLeft',
  'codesKept',
] as const satisfies readonly (keyof SecondFactorEvents)[];
