/** A refusal in the form that the auth library's own have: its body is `{message, code}`. */
export interface AccountRefusal {
  readonly status: number;
  readonly code: string;
  /** The sentence a person reads. */
  readonly message: string;
}
