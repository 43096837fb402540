import type { AddressInfo } from 'node:net';
import { type Guide, guides } from '../../../src/app/learn/guideList';
import { EXAMPLE_ORIGIN, EXAMPLE_PROJECT, EXAMPLE_TAB, exampleSnippet } from '../../../src/app/learn/exampleEndpoint';
import type { Block } from '../../../src/app/learn/article';
import { snippetFor } from '../../../src/app/snippets/snippetFor';
import type { SnippetRequest } from '../../../src/app/snippets/snippetRequest';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { asked, expectAnswer, expectJson, isPartOf } from './answered';
import { curlCall } from './curlCall';
import { type Example, examplesOf, slugs } from './guideBlocks';
import { runComponent, runPage, sendForm } from './pages';
import { pythonCall } from './pythonCall';
import { endPython, runAppsScript, runPython, runScript, withoutTypes } from './scripts';
import { type Stage, stageOf } from './stage';

const BEANS = `${EXAMPLE_ORIGIN}/v1/${EXAMPLE_PROJECT}/${EXAMPLE_TAB}`;

type Request = Extract<Block, { kind: 'request' }>['request'];

/** The calls of a guide in order, as compiled into the app. */
async function requestsOf(slug: string): Promise<readonly Request[]> {
  const { article } = (await import(`../../../src/app/learn/guides/${slug}.md`)) as { article: { blocks: Block[] } };
  return article.blocks.flatMap((block) => (block.kind === 'request' ? [block.request] : []));
}

let origin: string;

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(endPython);

/** Expects the parts of a response that a script returns to be in the response that the guide shows. */
function expectParts(parts: unknown, { answer }: Example, stage: Stage) {
  const got = JSON.parse(stage.general(JSON.stringify(parts))) as object;
  const shown = JSON.parse(stage.general(answer.text)) as Record<string, unknown>;
  expect(Object.keys(got).length).toBeGreaterThan(0);
  expect([isPartOf(got, shown), got]).toEqual([true, got]);
}

/** A script can return only the status of a response without a body. */
const isBare = ({ answer }: Example) => answer.kind === 'http';

const read = ({ answer }: SnippetRequest) =>
  answer === 'nothing' ? '' : `\nreturn ${answer === 'rows' ? '{ data, meta }' : '{ data }'};`;

async function playScript(code: string, example: Example, stage: Stage) {
  const { printed, returned } = await runScript(code);
  if (isBare(example)) expect(`HTTP/1.1 ${printed}`).toBe(example.answer.text.split('\n')[0]);
  else expectParts(returned, example, stage);
}

/** The languages of a call, each run as by a person who copies it. */
const languages = {
  curl: async (request: SnippetRequest, example: Example, stage: Stage) =>
    expectAnswer(await asked(curlCall(stage.real(snippetFor('curl', request)))), example.answer, stage),
  javascript: (request: SnippetRequest, example: Example, stage: Stage) =>
    playScript(stage.real(snippetFor('javascript', request) + read(request)), example, stage),
  typescript: (request: SnippetRequest, example: Example, stage: Stage) =>
    playScript(withoutTypes(stage.real(snippetFor('typescript', request) + read(request)), 'code.ts'), example, stage),
  python: async (request: SnippetRequest, example: Example, stage: Stage) => {
    const program = stage.real(snippetFor('python', request));
    const told = isBare(example) ? '' : '\nimport json\nprint(json.dumps(res.json()))';
    const printed = await runPython(program + told);
    if (printed === undefined) return expectAnswer(await asked(pythonCall(program)), example.answer, stage);
    if (isBare(example)) expect(`HTTP/1.1 ${printed}`).toBe(example.answer.text.split('\n')[0]);
    else expectJson(printed, example.answer.text, stage);
  },
} as const;

/** If a Python program cannot be run here, its output must be part of the call's response. */
async function playPython(program: string, output: string) {
  const printed = await runPython(program);
  if (printed !== undefined) return expect(printed).toBe(output);
  const { status, body } = await asked(pythonCall(program));
  for (const word of output.split(/\s+/)) expect(`${status} ${body}`).toContain(word);
}

/** Blocks that specify how they are run. */
const kinds: Readonly<Record<string, (example: Example, stage: Stage) => Promise<void>>> = {
  sh: async ({ text, answer }, stage) => expectAnswer(await asked(curlCall(stage.real(text))), answer, stage),
  js: async ({ text, mark, answer }, stage) => {
    const code = stage.real(text);
    const printed = mark.endsWith('.gs') ? await runAppsScript(code) : (await runScript(code)).printed;
    expect(printed).toBe(answer.text);
  },
  tsx: async ({ text, answer }, stage) =>
    expect(await runComponent(stage.real(text), 'Beans')).toBe(answer.text.replace(/>\s+</g, '><')),
  html: async ({ text, answer }, stage) =>
    expect(await (text.includes('<script') ? runPage : sendForm)(stage.real(text))).toBe(answer.text),
  python: async ({ text, answer }, stage) => playPython(stage.real(text), answer.text),
};

test('every listed guide has its text, and the other way round', () => {
  expect([...slugs].sort()).toEqual(guides.map(({ slug }) => slug).sort());
});

type Language = keyof typeof languages;

/** A guide without calls is the same in every language. */
const languagesOf = (slug: string) => {
  const hasCalls = examplesOf(slug).some(({ kind }) => kind === 'request');
  return (Object.keys(languages) as Language[]).filter((language) => hasCalls || language === 'curl');
};

describe.each(guides.map(({ slug }) => slug))('%s', (slug) => {
  test.each(languagesOf(slug))('works as shown, in %s', async (language) => {
    const requests = [...(await requestsOf(slug))];
    const stage = await stageOf(server, owner, origin);
    const examples = examplesOf(slug);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const request = example.kind === 'request' ? requests.shift() : undefined;
      const play = kinds[example.kind];
      if (request) await languages[language](exampleSnippet(request), example, stage);
      else if (play) await play(example, stage);
      else throw new Error(`No test can run ${example.kind}.`);
    }
    expect(requests).toEqual([]);
  });
});

/** Parameters in sentences and tables; in tables about other services, those of the last column. */
async function parametersIn({ slug, topic }: Guide): Promise<readonly string[]> {
  const { article } = (await import(`../../../src/app/learn/guides/${slug}.md`)) as { article: { blocks: Block[] } };
  const cells = article.blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => row.at(-1)) : []));
  const codes = JSON.stringify(topic === 'Move from' ? cells : article).matchAll(/\{"kind":"code","text":"([^"]+)"\}/g);
  return [...codes]
    .map(([, code = '']) => code)
    .filter((code) => /^[a-z_]+=[^=…]+(&[a-z_]+=[^=…]+)*$/.test(code) && !/^_(dry_run|upsert|max_affected)/.test(code));
}

test('every parameter in a guide exists', async () => {
  const stage = await stageOf(server, owner, origin);
  const named = (await Promise.all(guides.map(parametersIn))).flat();
  expect(named.length).toBeGreaterThan(20);
  for (const parameter of named) {
    const { status, body } = await asked({ method: 'GET', url: stage.real(`${BEANS}?${parameter}`), headers: {} });
    expect([parameter, status, status === 200 || body]).toEqual([parameter, 200, true]);
  }
});
