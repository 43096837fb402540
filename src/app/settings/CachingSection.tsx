import { useId } from 'react';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { Button } from '../ui/forms/Button';
import { LineField, LineForm } from '../ui/forms/Field';
import { SplitSection } from '../ui/layout/Split';
import { Small } from '../ui/display/text';
import { savedMaxAge, useSettingsField } from './settingsDraft';

const Form = styled(LineForm)`
  align-items: center;
`;

/** How long browsers and shared caches may keep the answers of a public project. */
export function CachingSection({ project }: { readonly project: Project }) {
  const id = useId();
  const { props, input, isChanged, saving } = useSettingsField(project, 'maxAgeSeconds', savedMaxAge(project));
  return (
    <SplitSection
      id={id}
      title="Caching"
      about="How long browsers and caches keep public answers, also after a change. Empty: they ask each time."
    >
      <Form {...props} $flex="0 1 120px">
        <LineField
          aria-label="Keep answers for so many seconds"
          aria-describedby={`${id}-about`}
          inputMode="numeric"
          autoComplete="off"
          {...input}
        >
          <Small>seconds</Small>
          <Button type="submit" aria-label="Save caching" disabled={!isChanged} loading={saving}>
            Save
          </Button>
        </LineField>
      </Form>
    </SplitSection>
  );
}
