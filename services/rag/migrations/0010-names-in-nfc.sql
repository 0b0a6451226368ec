-- Names that look the same are the same: composed characters, as they are written from now on.
-- Where a sibling has the composed name already, the name stays as it is.
update rag.collections c set name = normalize(c.name, NFC)
where c.name is not nfc normalized
  and not exists (
    select from rag.collections s
    where s.organisation_id = c.organisation_id and s.parent_id is not distinct from c.parent_id
      and s.id <> c.id and normalize(s.name, NFC) = normalize(c.name, NFC));
