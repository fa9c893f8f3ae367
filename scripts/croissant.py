"""A data package in Croissant, the vocabulary by which search engines find data sets for machine learning."""

TYPES = {"string": "sc:Text", "integer": "sc:Integer", "number": "sc:Float", "boolean": "sc:Boolean"}

# From section "Context" of the format's specification 1.0.
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def file_object(resource):
    return {
        "@type": "cr:FileObject",
        "@id": resource["path"],
        "name": resource["name"],
        "description": resource["title"],
        "contentUrl": resource["path"],
        "contentSize": f"{resource['bytes']} B",
        "encodingFormat": resource["mediatype"],
        "sha256": resource["hash"].removeprefix("sha256:"),
    }


def record_set(resource):
    name = resource["name"]

    def field(described):
        unit = described.get("unit")
        return {
            "@type": "cr:Field",
            "@id": f"{name}/{described['name']}",
            "name": described["name"],
            "description": described["description"] + (f" ({unit})" if unit else ""),
            "dataType": TYPES[described["type"]],
            "source": {"fileObject": {"@id": resource["path"]}, "extract": {"column": described["name"]}},
        }

    fields = [field(described) for described in resource["schema"]["fields"]]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "description": resource["title"], "field": fields}


def dataset(package):
    resources = package["resources"]
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": package["name"],
        "description": f"{package['title']}. {package['description']}",
        "version": package["version"],
        "citeAs": f"{package['title']}, version {package['version']} (2026). CITATION.cff says how to cite it",
        "license": [f"https://spdx.org/licenses/{license['name']}" for license in package["licenses"]],
        "distribution": [file_object(resource) for resource in resources],
        "recordSet": [record_set(resource) for resource in resources if resource["type"] == "table"],
    }
