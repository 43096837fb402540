import { Banner } from '../parts/Banner';
import { SnippetCard } from '../snippets/SnippetCard';
import type { Block, GuideRequest } from './article';
import { CodeCard } from './CodeCard';
import { useSnippet } from './endpointContext';
import { GuideList, GuideTable } from './GuideLists';
import { GuideHeading } from './GuideHeading';
import { InlineText } from './InlineText';

const Call = ({ request }: { readonly request: GuideRequest }) => <SnippetCard request={useSnippet(request)} inText />;

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
