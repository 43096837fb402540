import { useId } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import { Select } from '../parts/Select';
import { Unseen } from '../parts/text';
import { guidePath, paths } from '../paths';
import { guidesOn, pathOfGuide, topics } from './guideList';
import { GroupTitle, Side, SideLink } from './learnLook';

interface NavigationProps {
  /** The guide that is open; none on the index. */
  readonly current?: string;
}

const Group = styled.div`
  & + & {
    margin-top: 22px;
  }
`;

/** Every guide by topic, at the left of the page. */
export const SideNavigation = ({ current }: NavigationProps) => {
  const id = useId();
  return (
    <Side aria-label="Guides">
      {topics.map((topic) => (
        <Group key={topic}>
          <GroupTitle id={`${id}-${topic}`}>{topic}</GroupTitle>
          <ul aria-labelledby={`${id}-${topic}`}>
            {guidesOn(topic).map((guide) => (
              <li key={guide.slug}>
                <SideLink to={pathOfGuide(guide)} aria-current={guide.slug === current ? 'page' : undefined}>
                  {guide.title}
                </SideLink>
              </li>
            ))}
          </ul>
        </Group>
      ))}
    </Side>
  );
};

const Pick = styled.div`
  display: none;

  ${below.lists} {
    display: block;
    margin-bottom: 20px;
  }
  & > select {
    padding-left: 12px;
  }
`;

/** The same list where there is no room for it beside the page. */
export function GuidePick({ current = '' }: NavigationProps) {
  const id = useId();
  const navigate = useNavigate();
  return (
    <Pick>
      <label htmlFor={id}>
        <Unseen>Guide</Unseen>
      </label>
      <Select
        id={id}
        value={current}
        onChange={({ target: { value } }) => void navigate(value === '' ? paths.learn : guidePath(value))}
      >
        <option value="">All guides</option>
        {topics.map((topic) => (
          <optgroup key={topic} label={topic}>
            {guidesOn(topic).map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Pick>
  );
}
