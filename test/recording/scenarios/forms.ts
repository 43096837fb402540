import { PLACES } from '../places';
import type { Scenario } from '../stage';
import { keyOf, publicProject, signedUp } from '../visitor';

const SITE = 'https://beans.example';

/** Forms of pages without a script. */
export const forms: Scenario = {
  name: 'forms',
  about: 'Forms of other sites: keys in a field, redirects, and the pages that visitors see.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const { id } = await publicProject(stage, ada, PLACES);
    const only = { kind: 'publishable', scopes: ['create'], tabs: [0] };
    const key = await keyOf(stage, ada, id, { ...only, origins: [SITE] });
    const anywhere = await keyOf(stage, ada, id, only);
    const reader = await keyOf(stage, ada, id, { kind: 'publishable', scopes: ['read'] });
    const secret = await keyOf(stage, ada, id);
    const send = (
      title: string,
      fields: readonly (readonly [string, string])[],
      headers: Record<string, string> = {},
      query = '',
    ) =>
      stage.call(title, {
        ...{
          method: 'POST',
          path: `/v1/${id}/Places${query}`,
          body: String(new URLSearchParams(fields.map((pair) => [...pair]))),
        },
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
      });
    const fields = (...more: (readonly [string, string])[]) => [['_key', key], ['Name', 'Form'], ...more] as const;
    const from = { origin: SITE };

    stage.say('As it should be');
    await send('thanks of ours', fields(), from);
    await send('a page of theirs', fields(['_redirect', `${SITE}/thanks.html`]), from);
    await send('as JSON', fields(), { ...from, accept: 'application/json' });
    await send('whatever is accepted', fields(), { ...from, accept: '*/*' });
    await send('a key for every site', [
      ['_key', anywhere],
      ['Name', 'Any'],
      ['Founded', '2001'],
      ['Open', 'true'],
      ['City', ''],
    ]);
    await send('in German', fields(), { ...from, 'accept-language': 'de' });

    stage.say('What is refused');
    await send('without a key', [['Name', 'Form']], from);
    await send(
      'a secret key',
      [
        ['_key', secret],
        ['Name', 'Form'],
      ],
      from,
    );
    await send(
      'a key that reads',
      [
        ['_key', reader],
        ['Name', 'Form'],
      ],
      from,
    );
    await send(
      'a key that is none',
      [
        ['_key', 'tp_pk_nothing'],
        ['Name', 'Form'],
      ],
      from,
    );
    await send('a page of another site', fields(), { origin: 'https://evil.example' });
    await send('a page of nowhere', fields());
    await send('a redirect to elsewhere', fields(['_redirect', 'https://evil.example/']), from);
    await send('a redirect that is none', fields(['_redirect', '/thanks.html']), from);
    await send('a redirect without sites', [
      ['_key', anywhere],
      ['Name', 'A'],
      ['_redirect', `${SITE}/`],
    ]);
    await send('two redirects', fields(['_redirect', SITE], ['_redirect', SITE]), from);
    await send('a name that is no column', fields(['Mood', 'calm']), from);
    await send('names that are no columns, passed over', fields(['Mood', 'calm']), from, '?_unknown=ignore');
    await send('a value that does not fit', fields(['Founded', 'old']), from);
    await send('nothing', [['_key', key]], from);
    await send(
      'two keys',
      [
        ['_key', key],
        ['_key', anywhere],
        ['Name', 'A'],
      ],
      from,
    );
    await send('a refusal as JSON', fields(['Founded', 'old']), { ...from, accept: 'application/json' });
    await send('a refusal with a redirect', fields(['Founded', 'old'], ['_redirect', `${SITE}/thanks.html`]), from);
    await send(
      'letters that are none',
      [
        ['_key', key],
        ['Name', '\u0000'],
      ],
      from,
    );
    await stage.call('another charset', {
      ...{ method: 'POST', path: `/v1/${id}/Places`, body: `_key=${key}&Name=%E9` },
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...from },
    });
    await stage.call('what came of it', { path: `/v1/${id}/Places?_offset=5&_fields=Name,City,Founded,Open` });
  },
};
