import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { usePageParams } from '../currentPage';
import { Button } from '../ui/forms/Button';
import { EmptyState } from '../ui/layout/EmptyState';
import { PageHeading } from '../ui/layout/PageHeading';
import { Hint } from '../ui/display/text';
import { useShortcuts } from '../ui/forms/useShortcuts';
import { paths } from '../paths';
import { rootReducer } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { ArticleBody, ArticleSkeleton } from './ArticleBody';
import { Endpoint, useOwnEndpoint } from './endpointContext';
import { type Guide, guideOf } from './guideList';
import { GuideNeighbours, GuidePick, OnThisPage, SideNavigation } from './GuideNavigation';
import { guideOpened, SEARCHING } from './learnEvents';
import { Columns } from './learnStyles';
import { LOADING, selectArticle } from './learnSelectors';
import { type ArticleState, learnSlice } from './learnSlice';

learnSlice.injectInto(rootReducer);

/** Title and text of a guide. */
const Article = styled.article`
  min-width: 0;
  font-size: 16px;
  line-height: 27px;

  & > h1 {
    margin-top: 4px;
  }
`;

function Text({ state, retry }: { readonly state: ArticleState; readonly retry: () => void }) {
  if (state.phase === 'loading') return <ArticleSkeleton />;
  if (state.phase === 'ready') return <ArticleBody article={state.article} />;
  return (
    <EmptyState title="This guide did not load" lead="Check your connection and try again." icon="alert">
      <Button look="primary" onClick={retry}>
        Try again
      </Button>
    </EmptyState>
  );
}

function OpenGuide({ guide }: { readonly guide: Guide }) {
  const navigate = useNavigate();
  useShortcuts({ '/': () => void navigate(paths.learn, { state: SEARCHING }) });
  const { slug, title, topic, minutes } = guide;
  const dispatch = useAppDispatch();
  const opened = guideOpened({ slug });
  useOnScreen(opened);
  const article = useAppSelector(selectArticle, slug);
  const { isSettled, endpoint } = useOwnEndpoint();
  const shown = isSettled || article.phase === 'failed' ? article : LOADING;
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
          <Text key={slug} state={shown} retry={() => dispatch(opened)} />
        </Endpoint>
        <GuideNeighbours guide={guide} />
      </Article>
      {shown.phase === 'ready' && <OnThisPage key={slug} article={shown.article} />}
    </Columns>
  );
}

/** `/learn/{guide}`; renders `missing` for an unknown guide. */
export function GuidePage({ missing }: { readonly missing: ReactNode }) {
  const { guide: slug } = usePageParams('guide');
  const guide = guideOf(slug);
  return guide === undefined ? missing : <OpenGuide guide={guide} />;
}
