/** The signed-in person as `GET /api/auth/get-session` answers it; the answer is null when there is no session. */
export interface SessionAnswer {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  /** The server asks everybody for a second factor, and this person has none yet: nothing else is answered before. */
  readonly secondFactorMissing?: boolean;
}

/** Body of `POST /api/auth/sign-in/email`. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** Body of `POST /api/auth/sign-up/email`. */
export interface SignUp extends SignIn {
  readonly name: string;
}
