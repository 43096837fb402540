import { useId } from 'react';
import styled from 'styled-components';
import { Button } from '../parts/Button';
import { Marked } from '../parts/Marked';
import { counted } from '../parts/numbers';
import { Hint, SectionTitle, Unseen } from '../parts/text';
import { pathOfGuide } from './guideList';
import type { FoundGuide } from './guideSearch';
import { GuideLine, GuideLink, GuideTitle, Minutes } from './guidesLook';
import { guideSearchTyped } from './learnEvents';
import { selectFoundGuides, selectGuideSearch, selectGuideTexts } from './learnSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Section = styled.section`
  margin-top: 36px;

  & > h2 {
    margin-bottom: 10px;
  }
`;

const Nothing = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  gap: 12px;
  overflow-wrap: anywhere;
  padding: 16px 0;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
`;

const Found = ({ found: { guide, part, line }, search }: { readonly found: FoundGuide; readonly search: string }) => (
  <GuideLink to={pathOfGuide(guide, part?.id)}>
    <GuideTitle>
      <Marked text={guide.title} search={search} />
      {part && (
        <>
          {', '}
          <Marked text={part.heading} search={search} />
        </>
      )}
    </GuideTitle>
    <Minutes>{guide.minutes} min</Minutes>
    <GuideLine>
      <Marked text={line} search={search} />
    </GuideLine>
  </GuideLink>
);

/** The guides in which something stands, or that there is none. */
export function FoundGuides() {
  const id = useId();
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectGuideSearch);
  const found = useAppSelector(selectFoundGuides);
  const { phase } = useAppSelector(selectGuideTexts);
  const isLooking = found.length === 0 && (phase === 'loading' || phase === 'unknown');
  const nothing = isLooking ? 'Searching' : `No guide matches “${search.trim()}”.`;
  return (
    <Section aria-labelledby={id}>
      <SectionTitle id={id}>Found</SectionTitle>
      {found.length === 0 ? (
        <Nothing>
          <p>{nothing}</p>
          {!isLooking && <Button onClick={() => dispatch(guideSearchTyped(''))}>Clear search</Button>}
        </Nothing>
      ) : (
        <ul>
          {found.map((each) => (
            <li key={each.guide.slug}>
              <Found found={each} search={search} />
            </li>
          ))}
        </ul>
      )}
      {phase === 'failed' && <Hint>Only titles were searched: the texts did not load.</Hint>}
      <Unseen role="status">{found.length === 0 ? nothing : `${counted(found.length, 'guide')} found`}</Unseen>
    </Section>
  );
}
