/** Values of JSON fields that are unique, or depend on the clock or the machine's speed, and their placeholders. */
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

/** Fields whose text is a secret or an id that its form does not reveal, and the kind of its placeholder. */
const NAMED_FIELDS: Readonly<Record<string, string>> = {
  prefix: 'key prefix',
  suffix: 'key suffix',
  cursor: 'cursor',
  restore: 'removed piece',
  removed: 'removed piece',
  next: 'next',
};

/** Patterns of texts that are replaced anywhere; the last word names the kind. */
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
  // A restore raises revisions by the time since the backup.
  [/(?<="revision": ?)\d{6,}\b/g, 'raised revision'],
  [/\b(?=[A-Za-z0-9]*[A-Z])(?=[A-Za-z0-9]*[a-z])[A-Za-z0-9]{32}\b/g, 'id'],
];

/** Whether a text names neither a day nor a request: the same field may have other values. */
const isPlainText = (value: unknown) => typeof value === 'string' && !/^\d{4}-\d\d-|^[0-9a-f]{8}-/.test(value);

/** Times: whether they are equal depends on the machine's speed, so all have one placeholder. */
const MOMENTS: readonly (readonly [form: RegExp, name: string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\b/g, '<date>'],
];

/**
 * Replaces values that change from run to run by placeholders, numbered in order of appearance: `<row 1>`, `<row 2>`. Equal
 * values have equal placeholders within a scenario, so that equality is compared too.
 */
export class Names {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** Longest first, as one may be a part of another. */
  #literals: (readonly [value: string, name: string])[] = [];

  /** Returns the placeholder of a value of some kind. */
  of(kind: string, value: string): string {
    const known = this.#names.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.#names.set(`${kind} ${value}`, name);
    return name;
  }

  /** Replaces this text by the placeholder from now on, also where it is percent-encoded. */
  literal(value: string, name: string): void {
    const both = new Map([
      [value, name],
      [encodeURIComponent(value), encodeURIComponent(name)],
    ]);
    this.#literals = [...this.#literals.filter(([known]) => !both.has(known)), ...both].sort(
      ([one], [other]) => other.length - one.length,
    );
  }

  /** Returns the placeholder of a value of some kind, and replaces the value everywhere from now on. */
  known(kind: string, value: string): string {
    const name = this.of(kind, value);
    this.literal(value, name);
    return name;
  }

  /** Returns a text with placeholders for everything that changes. */
  inText(text: string): string {
    const known = this.#literals.reduce((all, [value, name]) => all.replaceAll(value, name), text);
    const formed = FORMS.reduce((all, [form, kind]) => all.replace(form, (value) => this.of(kind, value)), known);
    return MOMENTS.reduce((all, [form, name]) => all.replace(form, name), formed);
  }

  /** Replaces values of JSON that only their field identifies. Texts of known forms are left to {@link inText}. */
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
