import styled from 'styled-components';
import { templateCategories } from '../../contract/templateCategories';
import { type ApiFailure, failureText, UNANSWERED } from '../http/apiError';
import { below, Card, Line } from '../ui/layout/spacing';
import { EmptyState, NotLoadedState } from '../ui/layout/EmptyState';
import { counted } from '../ui/display/numbers';
import { ClearSearch, SearchField } from '../ui/forms/SearchField';
import { delayed, Skeleton } from '../ui/layout/Skeleton';
import { Unseen } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { TemplateCard } from './TemplateCard';
import { selectGallery, selectShownTemplates } from './templatesSelectors';
import { categoryChosen, galleryCleared, templateSearchTyped, templatesOpened } from './templatesSlice';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr));
  gap: 16px;
`;

const SkeletonCard = styled(Card)`
  height: 252px;
  padding: 156px 18px 18px;
  background: linear-gradient(var(--subtle) 139px, var(--line) 139px 140px, var(--surface) 140px);
  ${delayed}

  & > span + span {
    margin-top: 14px;
  }
`;

/** Number of skeleton cards, about the number of templates. */
const SKELETONS = 10;

const Waiting = () => (
  <Grid aria-hidden="true">
    {Array.from({ length: SKELETONS }, (_, at) => (
      <li key={at}>
        <SkeletonCard>
          <Skeleton $width={132} $height={14} />
          <Skeleton $width={220} />
          <Skeleton $width={90} $height={16} />
        </SkeletonCard>
      </li>
    ))}
  </Grid>
);

const sentence = (failure: ApiFailure) =>
  failureText(
    failure,
    failure.status === undefined ? UNANSWERED : `The server answered with ${failure.status}. Try again in a moment.`,
  );

function Failed({ failure }: { readonly failure: ApiFailure }) {
  const dispatch = useAppDispatch();
  return (
    <Card role="alert">
      <NotLoadedState
        title="The templates did not load"
        lead={sentence(failure)}
        onRetry={() => dispatch(templatesOpened())}
      />
    </Card>
  );
}

function NothingFound() {
  const dispatch = useAppDispatch();
  const { search, category } = useAppSelector(selectGallery);
  const where = category === 'All' ? '' : ` in ${category}`;
  return (
    <Card>
      <EmptyState title="Nothing found" lead={`No template${where} matches “${search.trim()}”.`}>
        <ClearSearch onClear={() => dispatch(galleryCleared())}>
          {category === 'All' ? undefined : 'Show all templates'}
        </ClearSearch>
      </EmptyState>
    </Card>
  );
}

/** The templates of the category that match the search; else the skeleton, the failure or "Nothing found". */
export function Gallery() {
  const { list } = useAppSelector(selectGallery);
  const templates = useAppSelector(selectShownTemplates);
  if (list.phase === 'loading') return <Waiting />;
  if (list.phase === 'failed') return <Failed failure={list.failure} />;
  return (
    <>
      <Unseen role="status">{counted(templates.length, 'template')}</Unseen>
      {templates.length === 0 && <NothingFound />}
      <Grid aria-label="Templates">
        {templates.map((template) => (
          <li key={template.id}>
            <TemplateCard template={template} />
          </li>
        ))}
      </Grid>
    </>
  );
}

const Bar = styled(Line)`
  justify-content: space-between;
  gap: 12px 16px;
  margin-bottom: 20px;

  & > label {
    flex: 0 1 240px;
  }
  ${below.lists} {
    flex-direction: column;
    align-items: stretch;

    & > label {
      flex: none;
    }
  }
`;

/** On phones the pills scroll sideways, up to the edges of the screen. */
const Pills = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;

  ${below.lists} {
    flex-wrap: nowrap;
    margin-inline: calc(-1 * var(--gutter));
    padding: 4px var(--gutter);
    overflow-x: auto;
    scrollbar-width: none;
  }
`;

const Pill = styled.button`
  flex: none;
  height: 30px;
  padding: 0 12px;
  border: 1px solid var(--line-control);
  border-radius: var(--r-full);
  color: var(--ink-2);
  background: var(--surface);
  font-size: var(--text-sm);

  &:hover {
    border-color: var(--ink-3);
    color: var(--ink);
  }
  &[aria-pressed='true'] {
    border-color: var(--ink);
    color: var(--canvas);
    background: var(--ink);
    font-weight: var(--weight-medium);
  }
`;

const categories = ['All', ...templateCategories] as const;

/** The toolbar above the gallery: categories and search field. */
export function GalleryToolbar() {
  const dispatch = useAppDispatch();
  const { search, category: chosen } = useAppSelector(selectGallery);
  return (
    <Bar>
      <Pills role="group" aria-label="Category">
        {categories.map((category) => (
          <Pill
            key={category}
            type="button"
            aria-pressed={category === chosen}
            onClick={() => dispatch(categoryChosen(category))}
          >
            {category}
          </Pill>
        ))}
      </Pills>
      <SearchField label="Find a template" value={search} onChange={(text) => dispatch(templateSearchTyped(text))} />
    </Bar>
  );
}
