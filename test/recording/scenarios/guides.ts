import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGuide } from '../../../scripts/guides/compileGuide.mjs';
import { EXAMPLE_ORIGIN, EXAMPLE_PROJECT, EXAMPLE_ROW, exampleSnippet } from '../../../src/app/learn/exampleEndpoint';
import { snippetFor } from '../../../src/app/snippets/snippetFor';
import { curlCall } from '../../journeys/guides/curlCall';
import { jsonOf } from '../client';
import { beans } from '../places';
import type { Scenario, Stage } from '../stage';
import { keyOf, publicProject, signedUp, type Visitor } from '../visitor';

const folder = join(__dirname, '../../../src/app/learn/guides');

/** Commands of a guide: its code blocks, and its calls in curl. */
function commandsOf(slug: string): readonly string[] {
  const markdown = readFileSync(join(folder, `${slug}.md`), 'utf8');
  const { blocks } = compileGuide(markdown);
  const shown = [...markdown.matchAll(/^```sh[^\n]*\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text.trim());
  const calls = blocks.flatMap((block) =>
    block.kind === 'request' ? [snippetFor('curl', exampleSnippet(block.request))] : [],
  );
  return [...shown, ...calls];
}

async function playGuide(stage: Stage, ada: Visitor, slug: string) {
  const commands = commandsOf(slug);
  if (commands.length === 0) return;
  const { id, tabs } = await publicProject(stage, ada, await beans());
  const secret = await keyOf(stage, ada, id, { scopes: ['read', 'create', 'update', 'delete'] });
  const messages = tabs.filter(({ title }) => title === 'messages').map(({ sheetId }) => sheetId);
  const form = await keyOf(stage, ada, id, { kind: 'publishable', scopes: ['create'], tabs: messages });
  const [row] = jsonOf<{ data: { _id: string }[] }>(await stage.ask({ path: `/v1/${id}/beans?_limit=1` })).data;
  stage.say(slug);
  for (const command of commands) {
    const real = command
      .replaceAll(EXAMPLE_PROJECT, id)
      .replaceAll(EXAMPLE_ROW, row?._id ?? '')
      .replaceAll('YOUR_PUBLISHABLE_KEY', form)
      .replaceAll('YOUR_KEY', secret);
    const { method, url, headers, body } = curlCall(real);
    const { pathname, search } = new URL(url);
    if (!url.startsWith(EXAMPLE_ORIGIN)) throw new Error(`A guide asks somebody else: ${command}`);
    await stage.call(command.split('\n')[0] ?? '', {
      method,
      path: pathname + search,
      headers,
      ...(body !== undefined && { body }),
    });
  }
}

/** The commands of the guides. */
export const guides: Scenario = {
  name: 'guides',
  about: 'The commands of every guide, on the sheet that the guides speak of.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    for (const file of readdirSync(folder).sort()) await playGuide(stage, ada, file.replace(/\.md$/, ''));
  },
};
