import { useId, useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Article, contentsOf } from './article';
import { Contents, GroupTitle, SideLink } from './learnLook';
import { useCurrentHeading } from './useCurrentHeading';

/** The headings of a guide; the one that is being read is marked. */
export function OnThisPage({ article }: { readonly article: Article }) {
  const headings = useMemo(() => contentsOf(article), [article]);
  const id = useId();
  const { pathname } = useLocation();
  const current = useCurrentHeading(headings);
  return (
    <Contents aria-labelledby={id}>
      <GroupTitle id={id}>On this page</GroupTitle>
      {headings.map((heading) => (
        <SideLink
          key={heading.id}
          to={`${pathname}#${heading.id}`}
          aria-current={heading.id === current ? 'true' : undefined}
        >
          {heading.text}
        </SideLink>
      ))}
    </Contents>
  );
}
