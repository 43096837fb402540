/** A sentence with names of the API in it; names may be anything. */
export type Said = readonly (string | { readonly code: string })[];

/** said`Rows in ${'data'}.`: the words are plain, what is put between them is code. */
export const said = (words: TemplateStringsArray, ...codes: readonly string[]): Said =>
  words.flatMap((word, at) => {
    const code = codes[at];
    return code === undefined ? [word] : [word, { code }];
  });
