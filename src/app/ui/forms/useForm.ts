import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';

/** Validation errors by field. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** Why the server rejected a form: a message, and the field if it is about one. */
export interface Refusal {
  readonly message: string;
  readonly field?: string | undefined;
}

export interface FormOptions<Values> {
  /** Validates the form. Errors are shown after the first submit, and then updated while typing. */
  readonly problems?: (values: Values) => Problems;
  /** Rejection by the server, shown at its field until that is changed. */
  readonly refusal?: Refusal | undefined;
  /** Further errors by field, shown as long as they are given. */
  readonly errors?: Problems;
  /** Whether the form is being sent; submits are ignored. */
  readonly working?: boolean;
  /** Field that is focused on mount. */
  readonly focused?: (keyof Values & string) | undefined;
  /** Whether the fields are cleared after a successful submit. */
  readonly clears?: boolean;
  /** Name of one of several forms that share their fields; each has its own submit state. */
  readonly kind?: string;
  /** Makes the form controlled: the caller stores the values and passes them as `initial`. */
  readonly onChange?: (part: Partial<Values>) => void;
  /** Called on submit if the form is valid. */
  readonly onSubmit: (values: Values) => void;
  /** Called on submit if the form is invalid. */
  readonly onRefused?: (values: Values) => void;
}

type Typable = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const noProblems = (): Problems => ({});

const isValid = (problems: Problems) => Object.values(problems).every((problem) => problem === undefined);

/** Focuses the given field on mount, and the first invalid field after each submit and each response. */
function useFocus(
  submitted: object | undefined,
  { working, focused, refusal }: Pick<FormOptions<never>, 'working' | 'focused' | 'refusal'>,
) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focused !== undefined) form.current?.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
  }, [focused]);
  const field = refusal?.field;
  useEffect(() => {
    if (submitted === undefined && field === undefined) return;
    const invalid = `[aria-invalid="true"]${field === undefined ? '' : `, [name="${field}"]`}`;
    form.current?.querySelector<HTMLElement>(invalid)?.focus();
  }, [submitted, working, field]);
  return form;
}

interface Submitted<Values> {
  readonly values: Values;
  readonly kind: string | undefined;
}

/** State of the typed values and of the last submit, which is reset when the form was accepted. */
function useTyped<Values extends object>(
  initial: Values,
  { working = false, refusal, clears, kind }: FormOptions<Values>,
) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [submitted, setSubmitted] = useState<Submitted<Values>>();
  const [wasWorking, setWasWorking] = useState(working);
  if (working !== wasWorking) {
    setWasWorking(working);
    if (!working && refusal === undefined) setSubmitted(undefined);
    if (!working && refusal === undefined && clears) setTyped({});
  }
  const values = { ...initial, ...typed };
  return {
    values,
    setTyped,
    submitted: submitted?.kind === kind ? submitted : undefined,
    markSubmitted: (isSubmitted = true) => setSubmitted(isSubmitted ? { values, kind } : undefined),
  };
}

/**
 * State of a form: values, errors and submit. The caller sends the values in `onSubmit`, and passes the state of the request
 * back as `working` and `refusal`.
 *
 * @param initial values of the fields that were not changed
 */
export function useForm<Values extends object>(initial: Values, options: FormOptions<Values>) {
  const { problems = noProblems, refusal, working = false } = options;
  const { values, setTyped, submitted, markSubmitted } = useTyped(initial, options);
  const ref = useFocus(submitted, options);
  const isUnchanged = (name: string) => {
    const sent = submitted?.values ?? initial;
    return values[name as keyof Values] === sent[name as keyof Values];
  };
  const errors = submitted === undefined ? {} : problems(values);
  const refusalAt = (name: string) => (refusal?.field === name && isUnchanged(name) ? refusal.message : undefined);
  const errorOf = (name: string) => errors[name] ?? options.errors?.[name] ?? refusalAt(name);
  const change = options.onChange ?? ((part: Partial<Values>) => setTyped((before) => ({ ...before, ...part })));
  const submit = () => {
    if (working) return;
    markSubmitted();
    if (isValid(problems(values))) options.onSubmit(values);
    else options.onRefused?.(values);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return {
    values,
    change,
    /** Resets the form, optionally to other values. */
    restart: (others: Partial<Values> = {}) => {
      setTyped(others);
      markSubmitted(false);
    },
    /** Submits the form. */
    submit,
    isSubmitted: submitted !== undefined,
    errorOf,
    /** Rejection that is not about a field, until a field is changed. */
    message: refusal?.field === undefined && Object.keys(values).every(isUnchanged) ? refusal?.message : undefined,
    /** Properties of the form element. */
    props: { ref, noValidate: true, onSubmit },
    /** Returns the properties of a field. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: ({ target }: ChangeEvent<Typable>) => change({ [name]: target.value } as Partial<Values>),
    }),
  };
}

/** What {@link useForm} returns. */
export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;
