import { hash } from 'node:crypto';
import type { Problem } from '../../../contract/problems';

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}' +
  'body{max-width:36rem;margin:12vh auto;padding:0 1.25rem}' +
  'h1{font-size:1.375rem;font-weight:600;margin:0 0 .5rem}p,ul{margin:0 0 .75rem}';

/** Content Security Policy of these pages: they run, load and send nothing, and no page shows them in a frame. */
export const FORM_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  ...{ '"': '&quot;', "'": '&#39;' },
};

const inHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const paragraph = (text: string | undefined) => (text === undefined ? '' : `<p>${inHtml(text)}</p>\n`);

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(title)}</title>
<style>${STYLE}</style>
<h1>${inHtml(title)}</h1>
${content}</html>
`;

/** A site as `Origin` names it, where people can go back to it. */
const siteOf = (origin: string | undefined) =>
  origin !== undefined && /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin) : undefined;

/**
 * The page that says that a form has arrived.
 *
 * @param origin of the page that the form is on
 */
export function thanksPage(origin: string | undefined): string {
  const site = siteOf(origin);
  const back = site && `<p><a href="${inHtml(site.origin)}">Back to ${inHtml(site.host)}</a></p>\n`;
  return page('Thank you', `${paragraph('What you have sent has arrived.')}${back ?? ''}`);
}

/** What has become of a form: a server that failed, or did not hear from Google, cannot say that nothing was stored. */
const outcomeOf = ({ code }: Problem) =>
  code === 'source_unconfirmed' || code === 'internal'
    ? 'Whether it was stored is not known. Sent again, it may be stored twice.'
    : 'Nothing was stored. Go back: what you have typed is still there.';

/** The page that says why a form was not taken. */
export function problemPage(problem: Problem): string {
  const { title, detail, hint, errors = [] } = problem;
  const details = errors.map((error) => error.detail).filter((text) => text !== detail);
  const list = details.map((text) => `<li>${inHtml(text)}</li>`).join('');
  return page(
    title,
    paragraph(detail) + (list && `<ul>${list}</ul>\n`) + paragraph(hint) + paragraph(outcomeOf(problem)),
  );
}
