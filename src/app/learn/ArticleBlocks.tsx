import { useLocation } from 'react-router';
import styled from 'styled-components';
import { Link } from '../ui/display/Link';
import { Banner } from '../ui/layout/Banner';
import { CopyIconButton } from '../ui/forms/CopyButton';
import { below } from '../ui/layout/spacing';
import { InlineCode, linkText, SectionTitle, smallText, TextLink } from '../ui/display/text';
import { CodeBox, CodeHead, CodeText, joinTokens, type CodeToken, CodeTokens } from '../snippets/codeStyles';
import { SnippetCard } from '../snippets/SnippetCard';
import { languageNames } from '../snippets/snippetRequest';
import { type Block, type GuideRequest, type Heading, type Inline } from './article';
import { useOwnText, useSnippet } from './endpointContext';

const Label = styled.span`
  flex: 1;
  padding: 0 9px;
  color: var(--ink-2);
  ${smallText}
`;

/** Label of code without its own one, by the language name in the guides. */
const names: Readonly<Record<string, string>> = {
  sh: languageNames.curl,
  js: languageNames.javascript,
  python: languageNames.python,
};

/** A code block of a guide: a response, a file, or lines to copy. */
function CodeCard({ code: { label, language, pieces } }: { readonly code: Extract<Block, { kind: 'code' }> }) {
  const own = useOwnText();
  const shown = pieces.map((piece): CodeToken => (typeof piece === 'string' ? own(piece) : [own(piece[0]), piece[1]]));
  const name = label ?? names[language] ?? 'Code';
  return (
    <CodeBox as="div">
      <CodeHead>
        <Label>{name}</Label>
        <CopyIconButton text={joinTokens(shown)} label="Copy code" announcement="Code copied" />
      </CodeHead>
      <CodeText role="group" tabIndex={0} aria-label={name}>
        <CodeTokens of={shown} />
      </CodeText>
    </CodeBox>
  );
}

const OutsideLink = styled.a`
  ${linkText}
`;

const Code = styled(InlineCode)`
  white-space: break-spaces;
`;

function Part({ part }: { readonly part: Exclude<Inline, string> }) {
  switch (part.kind) {
    case 'code':
      return <Code>{part.text}</Code>;
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'em':
      return <em>{part.text}</em>;
    case 'link':
      return part.to.startsWith('/') ? (
        <TextLink to={part.to}>{part.text}</TextLink>
      ) : (
        <OutsideLink href={part.to} target="_blank" rel="noopener">
          {part.text}
        </OutsideLink>
      );
  }
}

/** Text with inline code, emphasis and links. */
export const InlineText = ({ inline }: { readonly inline: readonly Inline[] }) =>
  inline.map((part, at) => (typeof part === 'string' ? part : <Part key={at} part={part} />));

const Call = ({ request }: { readonly request: GuideRequest }) => <SnippetCard request={useSnippet(request)} inText />;

const Title = styled(SectionTitle)`
  letter-spacing: -0.018em;

  & > a {
    display: inline-block;
    min-width: 24px;
    margin-left: 4px;
    color: var(--ink-3);
    font-weight: var(--weight-regular);
    text-align: center;
    opacity: 0;
  }
  &:hover > a,
  & > a:focus-visible {
    opacity: 1;
  }
  & > a:hover {
    color: var(--accent-text);
  }
  @media (hover: none) {
    & > a {
      opacity: 1;
    }
  }
`;

/** A heading with a link to itself. */
function GuideHeading({ heading: { id, level, text } }: { readonly heading: Heading }) {
  const { pathname } = useLocation();
  return (
    <Title as={level === 2 ? 'h2' : 'h3'} id={id} tabIndex={-1}>
      {text}
      <Link to={`${pathname}#${id}`} aria-label={`Link to “${text}”`}>
        #
      </Link>
    </Title>
  );
}

const Items = styled.ul`
  display: grid;
  gap: 6px;
  padding-left: 24px;
  list-style: disc;

  &:is(ol) {
    list-style: decimal;
  }
  & > li::marker {
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
  }
`;

/** A list, numbered if it is ordered. */
const GuideList = ({ list }: { readonly list: Extract<Block, { kind: 'list' }> }) => (
  <Items as={list.ordered ? 'ol' : 'ul'}>
    {list.items.map((item, at) => (
      <li key={at}>
        <InlineText inline={item} />
      </li>
    ))}
  </Items>
);

/** Scroll container of a table that is too wide. */
const Frame = styled.div`
  overflow-x: auto;
  border-top: 1px solid var(--line);

  & > table {
    width: 100%;
    ${smallText}
  }
  & th {
    color: var(--ink-3);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  & :is(th, td) {
    padding: 9px 20px 9px 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: top;
  }
  & :is(th, td):last-child {
    padding-right: 0;
  }
  & td > code {
    white-space: nowrap;
  }
  ${below.lists} {
    & td {
      min-width: 140px;
    }
  }
`;

/** A table of a guide. */
const GuideTable = ({ table: { head, rows } }: { readonly table: Extract<Block, { kind: 'table' }> }) => (
  <Frame tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              <InlineText inline={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((cell, at) => (
              <td key={at}>
                <InlineText inline={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Frame>
);

/** A block of a guide. */
export function ArticleBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <GuideHeading heading={block} />;
    case 'paragraph':
      return (
        <p>
          <InlineText inline={block.inline} />
        </p>
      );
    case 'note':
      return (
        <Banner kind="info">
          <InlineText inline={block.inline} />
        </Banner>
      );
    case 'list':
      return <GuideList list={block} />;
    case 'table':
      return <GuideTable table={block} />;
    case 'code':
      return <CodeCard code={block} />;
    case 'request':
      return <Call request={block.request} />;
  }
}
