/** Values of JSON fields that are never the same twice, or depend on the clock or on how fast the machine is, and what is written in their place. */
const CLOCK_FIELDS: Readonly<Record<string, string>> = {
  week: '<calls of seven days>',
  callsToday: '<calls today>',
  milliseconds: '<milliseconds>',
  p50: '<milliseconds>',
  p95: '<milliseconds>',
  days: '<days>',
  from: '<day>',
  requestId: '<request>',
  resetsOn: '<day>',
  reachedOn: '<day or null>',
  forecast: '<number>',
};

/** Fields whose text is a secret or an id of no form that could be told from other texts, and the kind of name it gets. */
const NAMED_FIELDS: Readonly<Record<string, string>> = {
  prefix: 'key prefix',
  suffix: 'key suffix',
  cursor: 'cursor',
  restore: 'removed piece',
  removed: 'removed piece',
  next: 'next',
};

/** Texts that are recognised by their form, wherever they stand; the last word names the kind. */
const FORMS: readonly (readonly [form: RegExp, kind: string])[] = [
  [/\btp_pk_[A-Za-z0-9_-]{20,}/g, 'publishable key'],
  [/\btp_sk_[A-Za-z0-9_-]{20,}/g, 'secret key'],
  [/\btpd_[A-Za-z0-9_-]{24}/g, 'spreadsheet'],
  [/(?<![0-9a-z_])r_[0-9a-z]{12}\b/g, 'row'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'uuid'],
  [/(?<=_cursor=)[^&"<>\s]+/g, 'cursor'],
  [/(?<=[?&](?:state|code_challenge)=)[^&<\s]+/g, 'secret'],
  [/(?<=[?&]code=)4(?:%2F|\/)0A[^&\s]+/g, 'secret'],
  [/(?<=\.)[0-9a-f]{10}(?=\.(?:js|css|woff2)\b)/g, 'build'],
  [/\b[0-9a-z]{26}\b/g, 'project'],
  [/\b(?=[A-Za-z0-9]*[A-Z])(?=[A-Za-z0-9]*[a-z])[A-Za-z0-9]{32}\b/g, 'id'],
];

/** Whether it is a text that names neither a day nor a request: the same field may hold others. */
const isPlainText = (value: unknown) => typeof value === 'string' && !/^\d{4}-\d\d-|^[0-9a-f]{8}-/.test(value);

/** Moments: which of them are equal depends on how fast the machine is, so all are written the same way. */
const MOMENTS: readonly (readonly [form: RegExp, name: string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\b/g, '<date>'],
];

/**
 * Gives whatever changes from run to run a name that does not, in the order of first appearance: `<row 1>`, `<row 2>`. The same
 * value has the same name for as long as a scenario lasts, so that what is equal, and what is not, is compared too.
 */
export class Names {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** Longest first, as one may be a part of another. */
  #literals: (readonly [value: string, name: string])[] = [];

  /** The name of a value of some kind. */
  of(kind: string, value: string): string {
    const known = this.#names.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.#names.set(`${kind} ${value}`, name);
    return name;
  }

  /** From now on this text has that name, also where it is percent-encoded. */
  literal(value: string, name: string): void {
    const both = new Map([
      [value, name],
      [encodeURIComponent(value), encodeURIComponent(name)],
    ]);
    this.#literals = [...this.#literals.filter(([known]) => !both.has(known)), ...both].sort(
      ([one], [other]) => other.length - one.length,
    );
  }

  /** The name of a value of some kind, which it has from now on wherever it stands. */
  known(kind: string, value: string): string {
    const name = this.of(kind, value);
    this.literal(value, name);
    return name;
  }

  /** A text with names in the place of all that changes. */
  inText(text: string): string {
    const known = this.#literals.reduce((all, [value, name]) => all.replaceAll(value, name), text);
    const formed = FORMS.reduce((all, [form, kind]) => all.replace(form, (value) => this.of(kind, value)), known);
    return MOMENTS.reduce((all, [form, name]) => all.replace(form, name), formed);
  }

  /** A value of JSON with names in the place of what only its field tells. Texts of known forms are left to {@link inText}. */
  inJson(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.inJson(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, this.#inField(field, one)]));
  }

  #inField(field: string, value: unknown): unknown {
    if (field in CLOCK_FIELDS && !isPlainText(value)) return CLOCK_FIELDS[field];
    const kind = NAMED_FIELDS[field];
    if (kind !== undefined && typeof value === 'string' && !value.startsWith('http')) return this.of(kind, value);
    if (field === 'totpURI' && typeof value === 'string') return value.replace(/secret=\w+/, 'secret=<secret>');
    if (field === 'backupCodes' && Array.isArray(value)) return `<${value.length} recovery codes>`;
    return this.inJson(value);
  }
}
