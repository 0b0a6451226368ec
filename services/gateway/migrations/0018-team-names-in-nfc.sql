-- Names that look the same are the same: composed characters, as they are written from now on.
-- Where another team has the composed name already, the name stays as it is.
update auth.team t set name = normalize(t.name, NFC)
where t.name is not nfc normalized
  and not exists (
    select from auth.team s
    where s."organizationId" = t."organizationId" and s.id <> t.id
      and normalize(s.name, NFC) = normalize(t.name, NFC));
