import { join, sep } from 'node:path';
import ts from 'typescript';

/**
 * A half is held to its own configuration, which knows neither the other half's globals nor those of tests; all else to the
 * root's. Each has the files it checks.
 */
const parts = (root) => {
  const source = `${join(root, 'src').replaceAll(sep, '/')}/`;
  const isSource = ({ fileName }) => fileName.startsWith(source);
  return [
    { config: 'src/app/tsconfig.json', checks: isSource },
    { config: 'src/server/tsconfig.json', checks: isSource },
    { config: 'tsconfig.json', checks: (file) => !isSource(file) },
  ];
};

/** Syntax trees by path. The configurations differ in what they include only, not in how a file is read. */
const read = new Map();

function hostFor(options) {
  const host = ts.createCompilerHost(options, true);
  const readFile = host.getSourceFile;
  host.getSourceFile = (name, ...rest) => {
    if (!read.has(name)) read.set(name, readFile(name, ...rest));
    return read.get(name);
  };
  return host;
}

const refuse = ({ messageText }) => {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
};

function programOf(root, { config, checks }) {
  const system = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse };
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(join(root, config), {}, system);
  const program = ts.createProgram({ rootNames: fileNames, options, host: hostFor(options) });
  return { program, errors, checks };
}

/** TypeScript's programs of the repository, which read what they have in common once. */
export const programsOf = (root) => parts(root).map((part) => programOf(root, part));

/** What the compiler says of a program. */
export const diagnosticsOf = ({ program, errors, checks }) => [
  ...errors,
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...program
    .getSourceFiles()
    .filter(checks)
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
];

/** As a terminal shows it. */
export const told = (root, diagnostics) =>
  ts.formatDiagnosticsWithColorAndContext(ts.sortAndDeduplicateDiagnostics(diagnostics), {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  });
