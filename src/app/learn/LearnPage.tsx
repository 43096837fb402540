import { useLocation } from 'react-router';
import styled from 'styled-components';
import { PageHeading } from '../ui/layout/PageHeading';
import { SearchField } from '../ui/forms/SearchField';
import { Lead } from '../ui/display/text';
import { rootReducer } from '../rootReducer';
import { FirstGuide } from './FirstGuide';
import { FoundGuides, GuidesByTopic } from './GuideLists';
import { GuidePick, SideNavigation } from './GuideNavigation';
import { guideSearchTyped, type SEARCHING } from './learnEvents';
import { Columns } from './learnLook';
import { selectGuideSearch } from './learnSelectors';
import { learnSlice } from './learnSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

learnSlice.injectInto(rootReducer);

const Intro = styled(Lead)`
  margin-top: 8px;
`;

const Search = styled.div`
  display: flex;
  margin-top: 16px;

  & > label {
    flex: 1;
  }
`;

/** `/learn`: the guide to begin with, the search, and every guide by topic. */
export function LearnPage() {
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectGuideSearch);
  const { state } = useLocation() as { readonly state: Partial<typeof SEARCHING> | null };
  const isSearching = state?.searching ?? false;
  return (
    <Columns>
      <SideNavigation />
      <div>
        <GuidePick />
        <PageHeading hero unfocused={isSearching}>
          Learn Tabpoint
        </PageHeading>
        <Intro>Short guides with code you can paste.</Intro>
        <FirstGuide />
        <Search role="search">
          <SearchField
            label="Search guides"
            value={search}
            large
            focused={isSearching}
            onChange={(text) => dispatch(guideSearchTyped(text))}
          />
        </Search>
        {search.trim() === '' ? <GuidesByTopic /> : <FoundGuides />}
      </div>
    </Columns>
  );
}
