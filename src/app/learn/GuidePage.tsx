import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import styled from 'styled-components';
import { usePageParams } from '../currentPage';
import { Link } from '../ui/display/Link';
import { Button } from '../ui/forms/Button';
import { EmptyState } from '../ui/layout/EmptyState';
import { PageHeading } from '../ui/layout/PageHeading';
import { Hint, SectionTitle } from '../ui/display/text';
import { useShortcuts } from '../ui/forms/useShortcuts';
import { paths } from '../paths';
import { rootReducer } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import type { Heading } from './article';
import { ArticleBody, ArticleSkeleton } from './ArticleBody';
import { Endpoint, useOwnEndpoint } from './endpointContext';
import { type Guide, guideOf } from './guideList';
import { GuideNeighbours, GuidePick, OnThisPage, SideNavigation } from './GuideNavigation';
import { guideOpened, SEARCHING } from './learnEvents';
import { Columns } from './learnLook';
import { selectArticle } from './learnSelectors';
import { type KnownArticle, learnSlice } from './learnSlice';

learnSlice.injectInto(rootReducer);

/** Title, text and contents of a guide: the last stands beside them where there is room. */
const Article = styled.article`
  min-width: 0;
  font-size: 16px;
  line-height: 27px;

  & > h1 {
    margin-top: 4px;
  }
`;

const WAITING: KnownArticle = { phase: 'loading' };

function Text({ known, retry }: { readonly known: KnownArticle; readonly retry: () => void }) {
  if (known.phase === 'loading') return <ArticleSkeleton />;
  if (known.phase === 'ready') return <ArticleBody article={known.article} />;
  return (
    <EmptyState title="This guide did not load" lead="Check your connection and try again." icon="alert">
      <Button look="primary" onClick={retry}>
        Try again
      </Button>
    </EmptyState>
  );
}

/** The text of a guide, asked for as soon as it is opened. */
function useArticle(slug: string): [KnownArticle, ask: () => void] {
  const dispatch = useAppDispatch();
  useOnScreen(guideOpened({ slug }));
  const known = useAppSelector(selectArticle, slug);
  return [known, () => dispatch(guideOpened({ slug }))];
}

function OpenGuide({ guide }: { readonly guide: Guide }) {
  const navigate = useNavigate();
  useShortcuts({ '/': () => void navigate(paths.learn, { state: SEARCHING }) });
  const { slug, title, topic, minutes } = guide;
  const [article, retry] = useArticle(slug);
  const { isSettled, endpoint } = useOwnEndpoint();
  const known = isSettled || article.phase === 'failed' ? article : WAITING;
  return (
    <Columns $article>
      <SideNavigation current={slug} />
      <Article>
        <GuidePick current={slug} />
        <Hint $top={16}>
          {topic}, {minutes} min
        </Hint>
        <PageHeading hero page={slug}>
          {title}
        </PageHeading>
        <Endpoint value={endpoint}>
          <Text key={slug} known={known} retry={retry} />
        </Endpoint>
        <GuideNeighbours guide={guide} />
      </Article>
      {known.phase === 'ready' && <OnThisPage key={slug} article={known.article} />}
    </Columns>
  );
}

/** `/learn/{guide}`; `missing` stands where there is no such guide. */
export function GuidePage({ missing }: { readonly missing: ReactNode }) {
  const { guide: slug } = usePageParams('guide');
  const guide = guideOf(slug);
  return guide === undefined ? missing : <OpenGuide guide={guide} />;
}

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
export function GuideHeading({ heading: { id, level, text } }: { readonly heading: Heading }) {
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

/** Goes to the heading that the address names: as soon as it is there, and each time it is named anew. */
export function useNamedHeading() {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}
