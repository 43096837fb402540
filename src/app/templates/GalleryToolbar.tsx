import styled from 'styled-components';
import { templateCategories } from '../../contract/templateCategories';
import { below } from '../parts/breakpoints';
import { SearchField } from '../parts/SearchField';
import { selectTemplateCategory, selectTemplateSearch } from './templatesSelectors';
import { categoryChosen, templateSearchTyped } from './templatesSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Bar = styled.div`
  display: flex;
  align-items: center;
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

/** Above the gallery: the category, and what is searched for. */
export function GalleryToolbar() {
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectTemplateSearch);
  const chosen = useAppSelector(selectTemplateCategory);
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
