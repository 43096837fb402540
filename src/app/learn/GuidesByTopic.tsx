import styled from 'styled-components';
import { SectionTitle } from '../parts/text';
import { firstGuide, guidesOn, pathOfGuide, topics } from './guideList';
import { GuideGrid, GuideLine, GuideLink, GuideTitle, Minutes } from './guidesLook';

const Section = styled.section`
  margin-top: 36px;

  & > h2 {
    margin-bottom: 10px;
  }
`;

/** Every guide but the first, which has a card of its own. */
export const GuidesByTopic = () =>
  topics.map((topic) => (
    <Section key={topic}>
      <SectionTitle>{topic}</SectionTitle>
      <GuideGrid>
        {guidesOn(topic)
          .filter((guide) => guide !== firstGuide)
          .map((guide) => (
            <li key={guide.slug}>
              <GuideLink to={pathOfGuide(guide)}>
                <GuideTitle>{guide.title}</GuideTitle>
                <Minutes>{guide.minutes} min</Minutes>
                <GuideLine>{guide.line}</GuideLine>
              </GuideLink>
            </li>
          ))}
      </GuideGrid>
    </Section>
  ));
