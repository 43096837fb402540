import { useEffect } from 'react';
import { useLocation } from 'react-router';
import styled from 'styled-components';
import { Stack } from '../ui/layout/spacing';
import { Skeleton } from '../ui/layout/Skeleton';
import type { Article } from './article';
import { ArticleBlock, InlineText } from './ArticleBlocks';

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

/** Scrolls to the heading in the address's hash and focuses it: on mount, and on every navigation. */
function useHashHeading() {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}

/** The text of a guide. */
export function ArticleBody({ article }: { readonly article: Article }) {
  useHashHeading();
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

const Lines = styled(Stack)`
  gap: 15px;
  min-height: 100vh;
  align-content: start;
  margin-top: 24px;
`;

const widths = [640, 520, 0, 220, 660, 600, 640, 380, 0, 660, 640, 560];

/** The skeleton of a guide's text, at least as high as the window, so that the footer does not jump. */
export const ArticleSkeleton = () => (
  <Lines aria-busy="true">
    {widths.map((width, at) => (
      <Skeleton key={at} $width={width} />
    ))}
  </Lines>
);
