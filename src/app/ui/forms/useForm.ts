import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';

/** What is wrong with what stands in a form: a sentence by field. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** Why a form was refused after it was sent: a sentence, and the field it is about, where it is one. */
export interface Refusal {
  readonly message: string;
  readonly field?: string | undefined;
}

export interface FormOptions<Values> {
  /** What has to be put right before it can be sent. Said from the first press on, and then as one types. */
  readonly problems?: (values: Values) => Problems;
  /** Said at its field until that is typed into. */
  readonly refusal?: Refusal | undefined;
  /** Errors by field that the caller keeps, where several fields may be refused; shown as long as they are given. */
  readonly errors?: Problems;
  /** It is being sent: presses are ignored. */
  readonly working?: boolean;
  /** The field that has the focus from the start. */
  readonly focused?: (keyof Values & string) | undefined;
  /** Whether what was typed is forgotten as soon as it was accepted. */
  readonly clears?: boolean;
  /** One of several forms that share their fields; each is pressed on its own. */
  readonly kind?: string;
  /** Where what is typed is kept elsewhere: `initial` is then what stands in the fields. */
  readonly onChange?: (part: Partial<Values>) => void;
  /** It was pressed, and nothing is wrong with it. */
  readonly onSubmit: (values: Values) => void;
  /** It was pressed, and something is. */
  readonly onRefused?: (values: Values) => void;
}

type Typable = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const nothingWrong = (): Problems => ({});

const isRight = (problems: Problems) => Object.values(problems).every((problem) => problem === undefined);

/** The focus in the first field that is wrong, after each press and each answer; at the start where it is wanted. */
function useFocus(
  pressed: object | undefined,
  { working, focused, refusal }: Pick<FormOptions<never>, 'working' | 'focused' | 'refusal'>,
) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focused !== undefined) form.current?.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
  }, [focused]);
  const field = refusal?.field;
  useEffect(() => {
    if (pressed === undefined && field === undefined) return;
    const wrong = `[aria-invalid="true"]${field === undefined ? '' : `, [name="${field}"]`}`;
    form.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [pressed, working, field]);
  return form;
}

interface Pressed<Values> {
  readonly values: Values;
  readonly kind: string | undefined;
}

/** What was typed, and what stood there at the last press; an accepted form is as if it had not been pressed. */
function useTyped<Values extends object>(
  initial: Values,
  { working = false, refusal, clears, kind }: FormOptions<Values>,
) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [pressed, setPressed] = useState<Pressed<Values>>();
  const [wasWorking, setWasWorking] = useState(working);
  if (working !== wasWorking) {
    setWasWorking(working);
    if (!working && refusal === undefined) setPressed(undefined);
    if (!working && refusal === undefined && clears) setTyped({});
  }
  const values = { ...initial, ...typed };
  return {
    values,
    setTyped,
    pressed: pressed?.kind === kind ? pressed : undefined,
    press: (isPressed = true) => setPressed(isPressed ? { values, kind } : undefined),
  };
}

/**
 * The state of a form: its values, what is wrong with them, and sending them. Events are dispatched by `onSubmit`; where the
 * form is being sent or was refused, that comes back by `working` and `refusal`.
 *
 * @param initial what stands in the fields that nothing was typed into
 */
export function useForm<Values extends object>(initial: Values, options: FormOptions<Values>) {
  const { problems = nothingWrong, refusal, working = false } = options;
  const { values, setTyped, pressed, press } = useTyped(initial, options);
  const ref = useFocus(pressed, options);
  const isAsSent = (name: string) => {
    const sent = pressed?.values ?? initial;
    return values[name as keyof Values] === sent[name as keyof Values];
  };
  const wrong = pressed === undefined ? {} : problems(values);
  const refusedAt = (name: string) => (refusal?.field === name && isAsSent(name) ? refusal.message : undefined);
  const errorOf = (name: string) => wrong[name] ?? options.errors?.[name] ?? refusedAt(name);
  const change = options.onChange ?? ((part: Partial<Values>) => setTyped((before) => ({ ...before, ...part })));
  const submit = () => {
    if (working) return;
    press();
    if (isRight(problems(values))) options.onSubmit(values);
    else options.onRefused?.(values);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return {
    values,
    change,
    /** Puts other values into it, as if nothing had been typed or pressed. */
    restart: (others: Partial<Values> = {}) => {
      setTyped(others);
      press(false);
    },
    /** As if its button had been pressed. */
    submit,
    isPressed: pressed !== undefined,
    errorOf,
    /** Why it was refused, where no field is to blame; until something is typed. */
    message: refusal?.field === undefined && Object.keys(values).every(isAsSent) ? refusal?.message : undefined,
    /** Of the form itself. */
    props: { ref, noValidate: true, onSubmit },
    /** Of the field with a name. */
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
