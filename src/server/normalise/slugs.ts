/** Letters that Unicode does not take apart into a base letter and a mark. */
const plain: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
};

/**
 * Lower-case ASCII snake form of a name: `First Name` is `first_name`, `Größe (cm)` is `grosse_cm`.
 *
 * @returns an empty string when no ASCII letter or digit can be made of it
 */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[æðđħıĸłŋøœßþŧ]/g, (letter) => plain[letter] ?? letter)
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** Hands out names, each once: a name that is taken gets `_2`, `_3` and so on. */
export class UniqueNames {
  readonly #taken: Set<string>;
  readonly #last = new Map<string, number>();

  /** @param reserved names that belong to somebody else */
  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved);
  }

  claim(name: string): string {
    return this.#taken.has(name) ? this.number(name) : this.#take(name);
  }

  /** The next free `name_2`, `name_3` and so on. */
  number(name: string): string {
    let n = (this.#last.get(name) ?? 1) + 1;
    while (this.#taken.has(`${name}_${n}`)) n += 1;
    this.#last.set(name, n);
    return this.#take(`${name}_${n}`);
  }

  #take(name: string) {
    this.#taken.add(name);
    return name;
  }
}
