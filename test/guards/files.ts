import type { Guard } from './guard';

/** Workbooks, and Google. */
export const fileGuards: readonly Guard[] = [
  {
    threat: 'zip bombs: ratio',
    file: 'src/server/workbook/readingLimits.ts',
    guard: 'ratio: 200,',
    without: 'ratio: 200_000_000,',
    test: 'workbook/hostileFiles.test.ts',
    named: 'a zip bomb',
  },
  {
    threat: 'zip bombs: sizes that lie',
    file: 'src/server/workbook/zip/zipFile.ts',
    guard: `      if (size > uncompressedSize) throw lies();
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw refusalOf(error);
  }
  if (size !== uncompressedSize) throw lies();`,
    without: `      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw refusalOf(error);
  }`,
    test: 'workbook/hostileFiles.test.ts',
    named: 'a directory that makes a part smaller',
  },
  {
    threat: 'zip bombs: entries',
    file: 'src/server/workbook/readingLimits.ts',
    guard: 'zipEntries: 10_000,',
    without: 'zipEntries: 10_000_000,',
    test: 'workbook/hostileFiles.test.ts',
    named: 'more than 10,000 parts',
  },
  {
    threat: 'XML bombs, external entities',
    file: 'src/server/workbook/zip/xml.ts',
    guard: 'throw unsafe(`its part ${this.name} declares a document type`);',
    without: 'void 0;',
    test: 'workbook/hostileFiles.test.ts',
    named: 'entities that expand|an entity that names a file',
  },
  {
    threat: 'XML bombs, external entities: depth',
    file: 'src/server/workbook/readingLimits.ts',
    guard: 'xmlDepth: 64,',
    without: 'xmlDepth: 64_000_000,',
    test: 'workbook/hostileFiles.test.ts',
    named: 'tags fifty thousand deep',
  },
  {
    threat: 'SSRF: hosts',
    file: 'src/server/google/googlePlaces.ts',
    guard: '(HOSTS.has(url.hostname) || CONTENT_HOST.test(url.hostname))',
    without: '(HOSTS.has(url.hostname) || CONTENT_HOST.test(url.hostname) || true)',
    test: 'google/client.test.ts',
    named: 'addresses that are never asked',
  },
  {
    threat: 'SSRF: redirects',
    file: 'src/server/google/client.ts',
    guard: 'if (!places.allows(url)) throw',
    without: "if (!places.allows(url) && url.pathname !== '/admin') throw",
    test: 'google/client.test.ts',
    named: 'are not followed to another server of this machine',
  },
  {
    threat: 'SSRF by DNS: addresses',
    file: 'src/server/google/guardedLookup.ts',
    guard: '!isPublicAddress(address)',
    without: "address === ''",
    test: 'google/client.test.ts',
    named: 'names that lead to this machine or its networks',
  },
  {
    threat: 'SSRF by DNS: looked up once',
    file: 'src/server/google/guardedLookup.ts',
    guard: 'return [...addresses];',
    without: 'return [...(await resolve(hostname))];',
    test: 'google/client.test.ts',
    named: 'the name is looked up once',
  },
  {
    threat: 'OAuth: a state counts once',
    file: 'src/server/google/consent/consentRepository.ts',
    guard:
      "    .deleteFrom('google_consents')\n    .where('state_hash', '=', stateHash)\n    .where('person_id', '=', personId)\n    .returningAll()",
    without:
      "    .selectFrom('google_consents')\n    .where('state_hash', '=', stateHash)\n    .where('person_id', '=', personId)\n    .selectAll()",
    test: 'google/consent/consent.test.ts',
    named: 'a state counts once',
  },
  {
    threat: 'OAuth: the browser',
    file: 'src/server/google/consent/asking.ts',
    guard: 'asked.browser_hash !== hashed(browser) || ',
    without: '',
    test: 'google/consent/consent.test.ts',
    named: 'a state of somebody else, another browser, or nobody counts for nothing',
  },
  {
    threat: 'OAuth: the person',
    file: 'src/server/google/consent/consentRepository.ts',
    guard: "    .where('state_hash', '=', stateHash)\n    .where('person_id', '=', personId)\n",
    without: "    .where('state_hash', '=', stateHash)\n    .where('person_id', '!=', `${personId} `)\n",
    behind: {
      file: 'src/server/google/consent/asking.ts',
      guard: 'seal.open(asked.verifier, aboutVerifier(personId))',
      without: 'seal.open(asked.verifier, aboutVerifier(asked.person_id))',
    },
    test: 'google/consent/consent.test.ts',
    named: 'a state of somebody else, another browser, or nobody counts for nothing',
  },
  {
    threat: 'OAuth: PKCE',
    file: 'src/server/google/consent/asking.ts',
    guard: "        code_challenge_method: 'S256',\n",
    without: '',
    test: 'google/consent/consent.test.ts',
    named: 'with a state and a challenge',
  },
  {
    threat: 'ASVS 10.1.1: tokens are sealed',
    file: 'src/server/google/consent/seal.ts',
    guard: "return VERSION + Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url');",
    without: 'return VERSION + text + bytes.length;',
    test: 'google/consent/consent.test.ts',
    named: 'keeps no token that can be read',
  },
  {
    threat: 'open redirects: other sites',
    file: 'src/server/google/consent/returnPath.ts',
    guard: 'if (asked.length > MOST || !LOCAL.test(asked) || !URL.canParse(asked, HERE)) return otherwise;',
    without: 'if (asked.length > MOST || !URL.canParse(asked, HERE)) return otherwise;',
    test: 'google/consent/consent.test.ts',
    named: 'leads to nowhere but the app',
  },
  {
    threat: 'open redirects: being sent to Google',
    file: 'src/server/google/consent/consentRoute.ts',
    guard: '    refuseOtherSites(request);\n',
    without: '',
    test: 'google/consent/consent.test.ts',
    named: 'other sites cannot send people to Google',
  },
];
