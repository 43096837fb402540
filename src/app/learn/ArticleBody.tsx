import styled from 'styled-components';
import type { Article } from './article';
import { ArticleBlock } from './ArticleBlock';
import { InlineText } from './InlineText';
import { useNamedHeading } from './useNamedHeading';

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
