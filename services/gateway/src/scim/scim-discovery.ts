import { maxPageSize, schemaIds } from './scim-requests.ts';

const coreUrn = 'urn:ietf:params:scim:schemas:core:2.0';

/** Returns the documents that describe the service (RFC 7643, 5 to 7), by path. */
export function describeService(base: string): Readonly<Record<string, object>> {
  const resourceTypes = [
    describeType('User', schemaIds.user, base),
    describeType('Group', schemaIds.group, base),
  ];
  const schemas = [describeUsers(base), describeGroups(base)];
  return {
    '/ServiceProviderConfig': {
      schemas: [`${coreUrn}:ServiceProviderConfig`],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: maxPageSize },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'A token that an owner of the organisation creates.',
          primary: true,
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
    },
    '/ResourceTypes': toList(resourceTypes),
    ...Object.fromEntries(resourceTypes.map((type) => [`/ResourceTypes/${type.id}`, type])),
    '/Schemas': toList(schemas),
    ...Object.fromEntries(schemas.map((schema) => [`/Schemas/${schema.id}`, schema])),
  };
}

/** Returns a page of resources; `startIndex` counts from one. */
export function toList(resources: readonly object[], total = resources.length, startIndex = 1) {
  return {
    schemas: [schemaIds.list],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

function describeType(name: 'User' | 'Group', schema: string, base: string) {
  return {
    schemas: [`${coreUrn}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}

function attribute(name: string, more: object = {}) {
  return {
    name,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

function describeSchema(
  base: string,
  [name, id]: readonly [string, string],
  attributes: readonly object[],
) {
  const meta = { resourceType: 'Schema', location: `${base}/Schemas/${id}` };
  return { schemas: [`${coreUrn}:Schema`], id, name, attributes, meta };
}

function describeUsers(base: string) {
  return describeSchema(
    base,
    ['User', schemaIds.user],
    [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      attribute('active', { type: 'boolean' }),
      attribute('name', {
        type: 'complex',
        subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
      }),
      // A user name that is an address is accepted, too.
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        required: true,
        subAttributes: [
          attribute('value', { required: true }),
          attribute('type'),
          attribute('primary', { type: 'boolean' }),
        ],
      }),
    ],
  );
}

function describeGroups(base: string) {
  return describeSchema(
    base,
    ['Group', schemaIds.group],
    [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('members', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', { mutability: 'immutable' }),
          attribute('$ref', {
            type: 'reference',
            referenceTypes: ['User'],
            mutability: 'immutable',
          }),
          attribute('display', { mutability: 'readOnly' }),
        ],
      }),
    ],
  );
}
