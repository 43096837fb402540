import { useLocation } from 'react-router';
import styled from 'styled-components';
import { PageHeading } from '../ui/layout/PageHeading';
import { SearchField } from '../ui/forms/SearchField';
import { Hint, Lead, SectionTitle, smallText } from '../ui/display/text';
import { rootReducer } from '../rootReducer';
import { FoundGuides, GuidesByTopic } from './GuideLists';
import { GuidePick, SideNavigation } from './GuideNavigation';
import { guideSearchTyped, type SEARCHING } from './learnEvents';
import { Columns } from './learnStyles';
import { selectGuideSearch } from './learnSelectors';
import { learnSlice } from './learnSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { Link } from '../ui/display/Link';
import { below, Line, ListCard } from '../ui/layout/spacing';
import { Icon } from '../ui/display/Icon';
import { CodeText, type CodeToken, CodeTokens, tokenize } from '../snippets/codeStyles';
import { EXAMPLE_ORIGIN, EXAMPLE_PROJECT, EXAMPLE_TAB } from './exampleEndpoint';
import { firstGuide, pathOfGuide } from './guideList';

/** The first guide in five steps. */
const firstSteps = [
  'Make a sheet with a header row',
  'Share it with anyone who has the link',
  'Paste its URL into a new project',
  'Copy the endpoint',
  'Call it',
] as const;

const ANSWER = `{
  "data": [
    {
      "_id": "r_8k2f",
      "name": "Kochere Natural",
      "origin": "Ethiopia",
      "price": 17.5
    }
  ],
  "meta": { "total": 212, "count": 100 }
}`;

/** The last step, and its response with one of the rows. */
const firstAnswer: readonly CodeToken[] = [
  ['curl', 'word'],
  ' ',
  [`"${EXAMPLE_ORIGIN}/v1/${EXAMPLE_PROJECT}/${EXAMPLE_TAB}"`, 'string'],
  '\n\n',
  ...tokenize('json', ANSWER),
];

const FirstCard = styled(ListCard)`
  position: relative;
  display: grid;
  grid-template-columns: 0.82fr 1.18fr;
  margin-top: 28px;

  &:hover {
    border-color: var(--line-control);
  }
  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** The link to the guide; the whole card is its click target. */
const CardLink = styled(Link)`
  &::after {
    position: absolute;
    inset: 0;
    border-radius: var(--r-lg);
    content: '';
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
`;

const Words = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  padding: 28px;
`;

const Steps = styled.ol`
  display: grid;
  gap: 6px;
  margin-top: 14px;
  color: var(--ink-2);
  ${smallText}
  counter-reset: step;

  & > li {
    display: flex;
    gap: 10px;
    counter-increment: step;
  }
  & > li::before {
    flex: none;
    width: 12px;
    color: var(--ink-3);
    font: 500 11px/20px var(--font-mono);
    content: counter(step);
  }
`;

const More = styled(Line).attrs({ as: 'span' })`
  gap: 6px;
  margin-top: auto;
  padding-top: 18px;
  color: var(--accent-text);
  font-weight: var(--weight-semibold);
`;

const Answer = styled(CodeText)`
  position: relative;
  z-index: 1;
  border-left: 1px solid var(--line);
  background: var(--code-bg);

  ${below.lists} {
    border-top: 1px solid var(--line);
    border-left: 0;
  }
`;

/** The card of the first guide: its steps, and the resulting response. */
const FirstGuide = () => (
  <FirstCard as="section">
    <Words>
      <Hint>Start here, {firstGuide.minutes} min</Hint>
      <SectionTitle>
        <CardLink to={pathOfGuide(firstGuide)}>{firstGuide.title}</CardLink>
      </SectionTitle>
      <Steps>
        {firstSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Steps>
      <More aria-hidden="true">
        Read the guide
        <Icon name="arrow" />
      </More>
    </Words>
    <Answer role="group" aria-label="Example" tabIndex={0}>
      <CodeTokens of={firstAnswer} />
    </Answer>
  </FirstCard>
);

learnSlice.injectInto(rootReducer);

const Search = styled.div`
  display: flex;
  margin-top: 16px;

  & > label {
    flex: 1;
  }
`;

/** `/learn`: the first guide, the search, and all guides by topic. */
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
        <Lead $top={8}>Short guides with code you can paste.</Lead>
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
