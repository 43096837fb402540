import styled from 'styled-components';
import { Banner } from '../ui/layout/Banner';
import { CopyIconButton } from '../ui/forms/CopyButton';
import { Skeleton, useSkeletonShown } from '../ui/layout/Skeleton';
import { InlineCode, linkText, TextLink } from '../ui/display/text';
import { CodeBox, CodeHead, CodeText } from '../snippets/codeLook';
import { SnippetCard } from '../snippets/SnippetCard';
import { languageNames } from '../snippets/snippetRequest';
import { type Article, type Block, type CodePiece, codeText, type GuideRequest, type Inline } from './article';
import { useOwnText, useSnippet } from './endpointContext';
import { GuideList, GuideTable } from './GuideLists';
import { GuideHeading, useNamedHeading } from './GuidePage';

/** Code in its colours. */
export const Pieces = ({ pieces }: { readonly pieces: readonly CodePiece[] }) =>
  pieces.map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <span key={at} data-kind={piece[1]}>
        {piece[0]}
      </span>
    ),
  );

const Label = styled.span`
  flex: 1;
  padding: 0 9px;
  color: var(--ink-2);
  font-size: var(--text-sm);
  line-height: 20px;
`;

/** What stands above code that has no label of its own, by the language as guides name it. */
const names: Readonly<Record<string, string>> = {
  sh: languageNames.curl,
  js: languageNames.javascript,
  python: languageNames.python,
};

/** Code of a guide: an answer, a file, or lines to be put somewhere. */
function CodeCard({ code: { label, language, pieces } }: { readonly code: Extract<Block, { kind: 'code' }> }) {
  const own = useOwnText();
  const shown = pieces.map((piece): CodePiece => (typeof piece === 'string' ? own(piece) : [own(piece[0]), piece[1]]));
  const name = label ?? names[language] ?? 'Code';
  return (
    <CodeBox as="div">
      <CodeHead>
        <Label>{name}</Label>
        <CopyIconButton text={codeText(shown)} label="Copy code" done="Code copied" />
      </CodeHead>
      <CodeText role="group" tabIndex={0} aria-label={name}>
        <Pieces pieces={shown} />
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

/** Sentences with their codes, emphasis and links. */
export const InlineText = ({ inline }: { readonly inline: readonly Inline[] }) =>
  inline.map((part, at) => (typeof part === 'string' ? part : <Part key={at} part={part} />));

const Call = ({ request }: { readonly request: GuideRequest }) => <SnippetCard request={useSnippet(request)} inText />;

/** A block of a guide. */
function ArticleBlock({ block }: { readonly block: Block }) {
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

const Body = styled.div`
  & > * + * {
    margin-top: 16px;
  }
  & > h2 {
    margin-top: 36px;
  }
  & pre {
    font-size: 12.5px;
    line-height: 21px;
  }
`;

const Intro = styled.p`
  margin-top: 16px;
  color: var(--ink-2);
  font-size: var(--text-lg);
  line-height: 28px;
  letter-spacing: -0.01em;
  text-wrap: pretty;
`;

/** The text of a guide. */
export function ArticleBody({ article }: { readonly article: Article }) {
  useNamedHeading();
  return (
    <Body>
      <Intro>
        <InlineText inline={article.lead} />
      </Intro>
      {article.blocks.map((block, at) => (
        <ArticleBlock key={at} block={block} />
      ))}
    </Body>
  );
}

const Lines = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 15px;
  min-height: 100vh;
  align-content: start;
  margin-top: 24px;
`;

const widths = [640, 520, 0, 220, 660, 600, 640, 380, 0, 660, 640, 560];

/** Stands for the text of a guide, as long as a window, so that the foot of the page does not jump. */
export function ArticleSkeleton() {
  const shown = useSkeletonShown();
  return <Lines aria-busy="true">{shown && widths.map((width, at) => <Skeleton key={at} $width={width} />)}</Lines>;
}
