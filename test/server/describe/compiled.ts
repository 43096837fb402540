import { compileFunction } from 'node:vm';
import { transformSync } from 'esbuild';
import ts from 'typescript';

const folder = `${process.cwd()}/test/server/describe/`;

const strictest: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
};

/** Where the file is used: in a browser, or on a server without browser types. */
const places = {
  browser: { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [] },
  node: { lib: ['lib.es2022.d.ts'], types: ['node'] },
  older: { lib: ['lib.es2017.d.ts', 'lib.dom.d.ts'], types: [] },
} as const satisfies Record<string, { lib: readonly string[]; types: readonly string[] }>;

/** Files of the compiler and of packages, read once. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** A file of types, and code in `use.ts` that imports it as `./types`. */
export interface Used {
  readonly types: string;
  readonly use?: string;
}

/**
 * Compiles files of types at once, each in a folder of its own: looking through the libraries of a place takes most of the time.
 *
 * @returns errors of each as `use.ts:3 TS2322 …`; empty without errors
 */
export function errorsOfEach(all: readonly Used[], place: keyof typeof places = 'browser'): string[][] {
  const files = new Map(
    all.flatMap(({ types, use = '' }, at) => [
      [`${folder}${at}/types.ts`, types],
      [`${folder}${at}/use.ts`, `${use}\nexport {};\n`],
    ]),
  );
  const { lib, types: ambient } = places[place];
  const target = place === 'older' ? ts.ScriptTarget.ES2017 : strictest.target;
  const options = { ...strictest, target, lib: [...lib], types: [...ambient] };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists, getSourceFile } = host;
  host.directoryExists = (name) => name.startsWith(folder) || directoryExists?.(name) === true;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, version));
    return parsed.get(name);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const errors: string[][] = all.map(() => []);
  for (const { file, start = 0, code, messageText } of ts.getPreEmitDiagnostics(program)) {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    const [, at = '0', name = ''] = /(\d+)\/(\w+\.ts)$/.exec(file?.fileName ?? '') ?? [];
    errors[Number(at)]?.push(`${name}:${line} TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
  return errors;
}

/** Compiles a file of types. @returns its errors as `use.ts:3 TS2322 …` */
export const errorsOf = (types: string, use = '', place?: keyof typeof places): string[] =>
  errorsOfEach([{ types, use }], place)[0] ?? [];

/** Runs a file of types, and returns its exports. */
export function running<Exports>(types: string): Exports {
  const { code } = transformSync(types, { loader: 'ts', format: 'cjs', target: 'node20' });
  const module = { exports: {} };
  compileFunction(code, ['module'])(module);
  return module.exports as Exports;
}
