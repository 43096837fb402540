/** Response of `GET /api/auth/get-session`: the signed-in person. It is null if there is no session. */
export interface SessionAnswer {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  /** Set if the server requires a second factor and this person has none yet: all other requests are refused until it is set up. */
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
